/** The part of html-encoding-sniffer that is used; the package has no types of its own. */
declare module 'html-encoding-sniffer' {
  /** @returns the canonical name of the encoding, or `defaultEncoding` as it was given. */
  function sniff(
    bytes: Uint8Array,
    options?: {
      readonly xml?: boolean;
      readonly transportLayerEncodingLabel?: string | undefined;
      readonly defaultEncoding?: string;
    },
  ): string;
  export = sniff;
}
