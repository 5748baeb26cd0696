import { escapeHtml } from '@corridor/http';

/** A description of the OpenAPI document as HTML: code, bold text and links to pages of this site. */
export const described = (text: string): string =>
  escapeHtml(text)
    .replace(/&#96;(.+?)&#96;/g, '<code>$1</code>')
    .replace(/\*\*(.+?)\*\*/g, '<b>$1</b>')
    .replace(/\[(.+?)\]\((\/[\w/-]+)\)/g, '<a href="$2">$1</a>');

export const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map((one) => `<p>${described(one)}</p>`)
    .join('');
