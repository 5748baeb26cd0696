/** For names that differ from a status in case alone, as those of public messages do. */
export const lowercase = <const Text extends string>(text: Text): Lowercase<Text> =>
  text.toLowerCase() as Lowercase<Text>;
