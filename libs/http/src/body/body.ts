import { Body as NestBody } from '@nestjs/common';
import { Reflector } from '@nestjs/core';

/** Marks a route that takes a body. */
export const TakesBody = Reflector.createDecorator<true>();

/** `@Body()` of Nest, which also marks its route. The body of any other route has to be empty. */
export const Body = (): ParameterDecorator => (target, method, index) => {
  NestBody()(target, method, index);
  const descriptor = method && Object.getOwnPropertyDescriptor(target, method);
  if (!descriptor) throw new TypeError('@Body() belongs to a parameter of a method');
  TakesBody(true)(target, method, descriptor);
};
