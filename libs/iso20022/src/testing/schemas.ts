import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateXML } from 'xmllint-wasm';

const folder = join(import.meta.dirname, '../../schemas');
const fileOf = (name: string) => ({ fileName: name, contents: readFileSync(join(folder, name), 'utf8') });

/** What is wrong with a message, by the schema of its version, which is in its namespace. */
export async function schemaErrors(message: string): Promise<readonly string[]> {
  const [, version] = /xmlns(?::\w+)?="urn:iso:std:iso:20022:tech:xsd:([\w.]+)"/.exec(message) ?? [];
  const { errors } = await validateXML({
    xml: { fileName: 'message.xml', contents: message },
    schema: [fileOf(`${version}.xsd`)],
    preload: [fileOf('common.xsd')],
  });
  return errors.map((error) => error.message);
}
