import peggy from 'peggy';

/**
 * The query language of a GET (interface-spec 4.1), as a Peggy grammar. Options: `symbols` and `maxNesting`.
 *
 * Inside a value every character stands for itself. Backslashes are special only before a quotation mark: `\"` is a
 * quotation mark and does not end the value, so a value that ends in a backslash is written with two of them: `"C:\\"`.
 * Each value is written in exactly one way. (The same rule as for the arguments of Windows programs.)
 */
const GRAMMAR = String.raw`
{
  let nesting = 0;
  const placed = (value) => ({ value, place: { pointer: '?q', position: offset() } });
}

Query = _ query:Node _ { return query }

Node = Group / Condition

Group
  = groupOperator:GroupOperator _ Open _ first:Node rest:(_ "," _ @Node)* _ Close
  { return { groupOperator, conditions: [first, ...rest] } }

GroupOperator = text:("AND"i / "OR"i) { return text.toUpperCase() }

Open = "(" {
  nesting += 1;
  if (nesting > options.maxNesting) error('Groups can be nested at most ' + options.maxNesting + ' levels deep.');
}

Close = ")" { nesting -= 1 }

Condition = field:Field _ operator:Operator _ value:Value { return { field, operator, value } }

Field "a field name" = text:$(Name ("." Name)*) { return placed(text) }

Name = [A-Za-z_] [A-Za-z0-9_]*

Operator "an operator"
  = symbol:$([=!<>~^$]+ "d"?) &{ return options.symbols.includes(symbol) } { return placed(symbol) }

Value "a value in double quotes"
  = '"' parts:Part* '"' { return placed(parts.join('')) }
  / '"' { error('The value is not closed by a quotation mark.') }

Part
  = $[^"\\]+
  / slashes:$"\\"+ quote:('"' &{ return slashes.length % 2 === 1 }) { return '\\'.repeat(slashes.length >> 1) + '"' }
  / slashes:$"\\"+ &'"' { return '\\'.repeat(slashes.length >> 1) }
  / $"\\"+

_ "white space" = [ \t\r\n]*
`;

/** The parser's exception: its own message, or the expected tokens and the location. */
export interface SyntaxIssue {
  readonly message: string;
  readonly expected:
    | readonly { readonly type: string; readonly text?: string; readonly description?: string }[]
    | null;
  readonly location: { readonly start: { readonly offset: number } };
}

export const parser = peggy.generate(GRAMMAR);
export const isSyntaxIssue = (error: unknown): error is SyntaxIssue => error instanceof parser.SyntaxError;
