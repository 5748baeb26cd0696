import { isOutage, isUnavailable } from './outage.js';

const coded = (code: string, more: object = {}) => Object.assign(new Error('x'), { code, ...more });

test.each([
  coded('ECONNREFUSED'),
  coded('57P01'),
  coded('53300'),
  coded('08006'),
  coded('40P01'),
  coded('ENETUNREACH'),
  coded('ENOENT', { syscall: 'connect' }),
  new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]),
  Object.assign(new Error('query failed'), { driverError: coded('57P03') }),
  new Error('Connection terminated unexpectedly'),
  new Error('timeout exceeded when trying to connect'),
])('%s is an outage', (error) => expect([isOutage(error), isUnavailable(error)]).toEqual([true, true]));

test.each([
  coded('55P03'),
  coded('57014'),
  new AggregateError([coded('57014')]),
  Object.assign(new Error('query failed'), { driverError: coded('57014') }),
])('%s may be caused by the task, and can be retried', (error) =>
  expect([isOutage(error), isUnavailable(error)]).toEqual([false, true]),
);

test.each([
  coded('42601'),
  coded('22021'),
  coded('23505'),
  coded('ENOENT', { syscall: 'open' }),
  new Error('undefined is not a function'),
  'text',
  null,
])('%s is a defect', (error) => expect([isOutage(error), isUnavailable(error)]).toEqual([false, false]));
