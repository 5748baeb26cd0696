import { type ReactNode, useId } from 'react';
import { FieldError, Input, Label, Radio, RadioGroup, Text, TextField } from 'react-aria-components';

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with the value. */
  readonly problem?: string | undefined;
  readonly onChange: (value: string) => void;
}

interface TypedProps extends FieldProps {
  readonly value: string;
  readonly name?: string;
  readonly autoComplete?: string;
  readonly inputMode?: 'decimal' | 'numeric' | 'email' | 'text';
  readonly maxLength?: number;
  /** Beside the value, such as its currency. */
  readonly unit?: string | undefined;
}

/** A line of text, with what is wrong with it below. */
export function Typed({ label, hint, problem, unit, ...props }: TypedProps) {
  return (
    <TextField className="form-field" isInvalid={problem !== undefined} validationBehavior="aria" {...props}>
      <Label>{label}</Label>
      <div className="with-unit">
        <Input />
        {unit && <span className="minor">{unit}</span>}
      </div>
      {hint && problem === undefined && (
        <Text slot="description" className="minor">
          {hint}
        </Text>
      )}
      <FieldError className="field-problem">{problem}</FieldError>
    </TextField>
  );
}

export type Option<Value extends string = string> = readonly [
  value: Value,
  text: string,
  detail?: string | undefined,
];

interface ChosenProps extends FieldProps {
  readonly value: string;
  readonly options: readonly Option[];
  readonly autoComplete?: string;
}

/** One of many, in the list of the browser. */
export function Chosen({ label, hint, problem, value, onChange, options, autoComplete }: ChosenProps) {
  const id = useId();
  const about = `${id}-about`;
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        autoComplete={autoComplete}
        aria-describedby={hint || problem ? about : undefined}
        aria-invalid={problem !== undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
      {(problem ?? hint) && (
        <span id={about} className={problem ? 'field-problem' : 'minor'}>
          {problem ?? hint}
        </span>
      )}
    </div>
  );
}

interface PickedProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
}

/** One of a few, all of which are seen, with what each of them means. */
export function Picked<Value extends string>({ label, value, options, onChange }: PickedProps<Value>) {
  return (
    <RadioGroup
      className="form-field picked"
      value={value}
      onChange={(chosen) => onChange(chosen as Value)}
      orientation="horizontal"
    >
      <Label>{label}</Label>
      <div className="choices">
        {options.map(([one, text, detail]) => (
          <Radio key={one} value={one} className="choice">
            <strong>{text}</strong>
            {detail && <span className="minor">{detail}</span>}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
