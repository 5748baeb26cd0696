import { check, field, fine, issue } from '@corridor/http';

const NAME = /^[\w-][\w.-]*$/;
const MOST_IN_NAME = 100;

const fileName = check({ type: 'string', maxLength: MOST_IN_NAME, pattern: NAME.source }, (value) =>
  typeof value === 'string' && value.length <= MOST_IN_NAME && NAME.test(value)
    ? fine
    : issue('invalid_format', `Must be the name of a file, of at most ${MOST_IN_NAME} characters.`),
);

/** Names nothing outside the folder of the file. */
export const IsFileName = (): PropertyDecorator => field(fileName);

const BASE64 = /^(?:[\w+/-]{4})*(?:[\w+/-]{2}==|[\w+/-]{3}=)?$/;

/** As the command `base64` writes it, in lines. */
const withoutLines = (text: string) => text.replace(/\s+/g, '');

/** @param max characters, lines included */
const base64 = (max: number) =>
  check({ type: 'string', minLength: 1, maxLength: max, pattern: '\\S' }, (value) => {
    if (typeof value !== 'string') return issue('not_text', 'Must be a string.');
    if (value.length > max) return issue('too_long', `At most ${max} characters.`);
    const text = withoutLines(value);
    return text !== '' && BASE64.test(text) ? fine : issue('invalid_format', 'Must be Base64.');
  });

export const IsBase64 = (max: number): PropertyDecorator => field(base64(max));

export const bytesOf = (content: string): Buffer => Buffer.from(withoutLines(content), 'base64');
