import { type ApprovalKind, approval } from '@corridor/services';
import { SetMetadata, applyDecorators } from '@nestjs/common';
import { ApiExtension, ApiResponse } from '@nestjs/swagger';
import { Type } from 'typebox';

const KINDS = 'corridor:four-eyes';

/** The route can need a second person, by `secondPerson` with one of these kinds. Its response is then 202 with the approval. */
export const FourEyes = (...kinds: ApprovalKind[]): MethodDecorator =>
  applyDecorators(
    SetMetadata(KINDS, kinds),
    ApiExtension('x-four-eyes', kinds),
    ApiResponse({
      status: 202,
      description:
        'It takes effect when a second person approves it (`POST /operator/v1/approvals/{id}/approve`).',
      schema: JSON.parse(
        JSON.stringify(Type.Object({ data: approval }, { additionalProperties: false })),
      ) as object,
    }),
  );

/** The kinds that the route of a handler declares. */
export const fourEyesOf = (handler: object): readonly ApprovalKind[] =>
  (Reflect.getMetadata(KINDS, handler) ?? []) as readonly ApprovalKind[];
