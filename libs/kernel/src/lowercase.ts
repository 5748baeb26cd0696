/** For names that differ from a status only in case, such as those of public messages. */
export const lowercase = <const Text extends string>(text: Text): Lowercase<Text> =>
  text.toLowerCase() as Lowercase<Text>;
