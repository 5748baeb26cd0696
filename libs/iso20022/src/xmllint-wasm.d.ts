/** The part of xmllint-wasm that specs use. */
declare module 'xmllint-wasm' {
  interface XmlFile {
    readonly fileName: string;
    readonly contents: string;
  }
  export function validateXML(options: {
    readonly xml: XmlFile;
    readonly schema: readonly XmlFile[];
    readonly preload: readonly XmlFile[];
  }): Promise<{ readonly errors: readonly { readonly message: string }[] }>;
}
