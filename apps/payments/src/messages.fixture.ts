/** What messages name: each has some of it. */
export interface Named {
  readonly coverId: string;
  readonly quoteId: string;
  readonly conversionId: string;
  readonly transferId: string;
  readonly transfers: readonly { readonly transferId: string }[];
  readonly paymentId: string;
  readonly subjectId: string;
  readonly subject: { readonly id: string };
  readonly resource: { readonly id: string; readonly linkedPaymentInstructionId: string };
  readonly paymentInstructionId: string;
}
