declare module 'uk-modulus-checking' {
  /** Whether an account number can belong to a sort code, by the check of Pay.UK (VocaLink). */
  export default class UkModulusChecking {
    constructor(account: { accountNumber: string; sortCode: string });
    isValid(): boolean;
  }
}
