import { useId, useState } from 'preact/hooks';
import { pretty } from './format.ts';
import type { Field, Kind, Values } from './openapi.ts';

/** A form made from the fields of an operation. */

interface Props {
  readonly fields: readonly Field[];
  readonly values: Values;
  /** Those that are shown at once, in this order; the others are folded away. */
  readonly first: readonly string[];
  onChange(values: Values): void;
}

export const Fields = ({ fields, values, first, onChange }: Props) => {
  const set = (path: string, value: unknown) => onChange({ ...values, [path]: value });
  const show = (list: readonly Field[]) =>
    list.map((field) => (
      <Input
        key={field.path}
        field={field}
        value={values[field.path]}
        onChange={(value) => set(field.path, value)}
      />
    ));
  const shown = first.flatMap((path) => fields.filter((field) => field.path === path));
  const rest = Map.groupBy(
    fields.filter((field) => !shown.includes(field)),
    ({ path }) => groupOf(path),
  );
  return (
    <>
      {show(shown)}
      {[...rest].map(([group, list]) => (
        <details key={group} class="group">
          <summary>
            {group} <span class="quiet">{changed(list, values)}</span>
          </summary>
          {show(list)}
        </details>
      ))}
    </>
  );
};

const groupOf = (path: string): string => {
  const at = path.lastIndexOf('.');
  return at === -1 ? 'More' : path.slice(0, at).replaceAll('.', ' · ');
};

const changed = (fields: readonly Field[], values: Values): string => {
  const set = fields.filter(({ path }) => values[path] !== undefined).length;
  return set === 0 ? '' : `${set} set`;
};

interface InputProps {
  readonly id: string;
  readonly field: Field;
  readonly value: unknown;
  /** @param value undefined: not sent. */
  onChange(value: unknown): void;
}

const Input = ({ field, value, onChange }: Omit<InputProps, 'id'>) => {
  const id = useId();
  const Control = controls[field.kind];
  const isGroup = field.kind === 'choices';
  return (
    <div class={field.kind === 'flag' ? 'field flag' : 'field'}>
      {isGroup ? (
        <span class="label" id={id}>
          {nameOf(field)}
        </span>
      ) : (
        <label for={id}>{nameOf(field)}</label>
      )}
      <Control id={id} field={field} value={value} onChange={onChange} />
      {field.schema.description !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {field.schema.description}
        </p>
      )}
    </div>
  );
};

const nameOf = ({ path, required }: Field): string => `${path.split('.').at(-1)}${required ? ' *' : ''}`;

const shownDefault = ({ default: value }: Field['schema']): string =>
  value === undefined || typeof value === 'object' ? '' : String(value);

const Line = ({ id, field, value, onChange }: InputProps) => {
  const rest = {
    id,
    autocomplete: 'off',
    spellcheck: false,
    required: field.required,
    value: String(value ?? ''),
    placeholder: shownDefault(field.schema),
    'aria-describedby': `${id}-hint`,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      onChange(currentTarget.value || undefined),
  } as const;
  return secret.test(field.path) ? <input type="password" {...rest} /> : <input type="text" {...rest} />;
};

const secret = /secret/;

const Numeral = ({ id, field: { schema }, value, onChange }: InputProps) => (
  <input
    id={id}
    type="number"
    step={schema.type === 'integer' ? 1 : 'any'}
    min={schema.minimum}
    max={schema.maximum}
    value={value === undefined ? '' : String(value)}
    placeholder={shownDefault(schema)}
    aria-describedby={`${id}-hint`}
    onInput={({ currentTarget }) => {
      const number = currentTarget.valueAsNumber;
      onChange(Number.isNaN(number) ? undefined : number);
    }}
  />
);

const Flag = ({ id, field: { schema }, value, onChange }: InputProps) => (
  <input
    id={id}
    type="checkbox"
    checked={Boolean(value ?? schema.default)}
    aria-describedby={`${id}-hint`}
    onChange={({ currentTarget: { checked } }) => onChange(checked === schema.default ? undefined : checked)}
  />
);

const Choice = ({ id, field: { schema }, value, onChange }: InputProps) => (
  <select
    id={id}
    value={String(value ?? schema.default ?? '')}
    aria-describedby={`${id}-hint`}
    onChange={({ currentTarget }) =>
      onChange(currentTarget.value === (schema.default ?? '') ? undefined : currentTarget.value)
    }
  >
    {schema.default === undefined && <option value="">not set</option>}
    {schema.enum?.map((name) => (
      <option key={name} value={name}>
        {name}
      </option>
    ))}
  </select>
);

const Choices = ({ id, field: { schema }, value, onChange }: InputProps) => {
  const chosen = Array.isArray(value) ? value : Array.isArray(schema.default) ? schema.default : [];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a field
    <div class="choices" role="group" aria-labelledby={id}>
      {schema.items?.enum?.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...chosen, name] : chosen.filter((other) => other !== name))
            }
          />
          {name}
        </label>
      ))}
    </div>
  );
};

const Long = ({ id, value, onChange }: InputProps) => (
  <textarea
    id={id}
    rows={4}
    spellcheck={false}
    value={String(value ?? '')}
    aria-describedby={`${id}-hint`}
    onInput={({ currentTarget }) => onChange(currentTarget.value || undefined)}
  />
);

const Lines = ({ id, value, onChange }: InputProps) => {
  const [text, setText] = useState(Array.isArray(value) ? value.join('\n') : '');
  return (
    <textarea
      id={id}
      rows={3}
      spellcheck={false}
      placeholder="one on each line"
      value={text}
      aria-describedby={`${id}-hint`}
      onInput={({ currentTarget }) => {
        setText(currentTarget.value);
        const lines = currentTarget.value.split('\n').filter((line) => line.trim() !== '');
        onChange(lines.length === 0 ? undefined : lines);
      }}
    />
  );
};

const Json = ({ id, value, onChange }: InputProps) => {
  const [text, setText] = useState(value === undefined ? '' : pretty(value));
  const [wrong, setWrong] = useState('');
  const read = (written: string) => {
    setText(written);
    try {
      onChange(written.trim() === '' ? undefined : JSON.parse(written));
      setWrong('');
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      setWrong(error.message);
    }
  };
  return (
    <>
      <textarea
        id={id}
        rows={Math.min(16, Math.max(3, text.split('\n').length))}
        spellcheck={false}
        placeholder="JSON"
        value={text}
        aria-invalid={wrong !== ''}
        aria-describedby={`${id}-hint`}
        onInput={({ currentTarget }) => read(currentTarget.value)}
      />
      {wrong !== '' && (
        <p class="hint bad" role="alert">
          Not sent, because it is no JSON: {wrong}
        </p>
      )}
    </>
  );
};

const controls: Readonly<Record<Kind, (props: InputProps) => preact.JSX.Element>> = {
  text: Line,
  long: Long,
  number: Numeral,
  flag: Flag,
  choice: Choice,
  choices: Choices,
  lines: Lines,
  json: Json,
};
