import { EXAMPLE_DAY } from '@corridor/http';
import { datedFrom } from './example-dates.js';

const document = {
  description: `Since ${EXAMPLE_DAY}`,
  parameters: [{ name: 'PaymentDate', example: EXAMPLE_DAY }],
  schema: { type: 'string', examples: ['2026-11-23'] },
  content: {
    examples: {
      first: { value: { paymentDate: EXAMPLE_DAY, on: `${EXAMPLE_DAY}T09:30:00.123`, born: '1987-03-09' } },
    },
  },
};

it('counts the dates of examples from today, and changes nothing else', () => {
  expect(datedFrom(document, '2028-02-28')).toEqual({
    description: `Since ${EXAMPLE_DAY}`,
    parameters: [{ name: 'PaymentDate', example: '2028-02-28' }],
    schema: { type: 'string', examples: ['2028-03-01'] },
    content: {
      examples: {
        first: { value: { paymentDate: '2028-02-28', on: '2028-02-28T09:30:00.123', born: '1987-03-09' } },
      },
    },
  });
});

it('is the same document on the day of the examples', () => {
  expect(datedFrom(document, EXAMPLE_DAY)).toEqual(document);
});
