import { useState } from 'react';
import { Button } from 'react-aria-components';
import { useTexts } from '../texts/texts.js';

/** A text in the form of code, with a button that copies it. */
export function Copied({ text, label }: { readonly text: string; readonly label?: string }) {
  const { copy, copied } = useTexts();
  const [isCopied, setCopied] = useState(false);
  const onPress = () => void navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <span className={label === undefined ? 'copied block' : 'copied'}>
      <code>{text}</code>
      <Button
        className="quiet"
        onPress={onPress}
        aria-label={`${isCopied ? copied : copy} ${label ?? ''}`.trim()}
      >
        {isCopied ? copied : copy}
      </Button>
    </span>
  );
}
