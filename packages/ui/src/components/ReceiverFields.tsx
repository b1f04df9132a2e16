import { Field, FieldGrid, Select } from './Field.tsx';

const conditions = ['final_consumer', 'registered', 'monotributo', 'exempt'] as const;
type Condition = (typeof conditions)[number];

/** The texts of the fields, which every catalogue with a receiver has under these keys. */
type ReceiverText =
  | 'receiver.condition'
  | `receiver.condition.${Condition}`
  | 'receiver.documentType'
  | 'receiver.documentNumber'
  | 'receiver.name'
  | 'receiver.name.company'
  | 'receiver.address';

interface ReceiverTyped<DocumentType extends string> {
  readonly condition: Condition;
  readonly documentType: DocumentType;
  readonly documentNumber: string;
  readonly name: string;
  readonly address: string;
}

interface ReceiverFieldsProps<DocumentType extends string> {
  readonly t: (key: ReceiverText) => string;
  readonly form: ReceiverTyped<DocumentType>;
  /** The sentence for what is wrong with a field. */
  readonly problems: Partial<Record<keyof ReceiverTyped<DocumentType>, string>>;
  /** Those that this condition may have, with their names. */
  readonly documentTypes: readonly { readonly type: DocumentType; readonly name: string }[];
  readonly isNumeric: boolean;
  readonly onCondition: (condition: Condition) => void;
  readonly onTyped: (typed: Partial<ReceiverTyped<DocumentType>>) => void;
}

/** Whom a bill is made out to. The fields have names of their own, so that they can stand inside of another form. */
export function ReceiverFields<DocumentType extends string>({
  t,
  form,
  problems,
  documentTypes,
  isNumeric,
  onCondition,
  onTyped,
}: ReceiverFieldsProps<DocumentType>) {
  const isCompany = form.condition !== 'final_consumer';
  return (
    <>
      <FieldGrid>
        <Select
          name="receiver-condition"
          label={t('receiver.condition')}
          value={form.condition}
          error={problems.condition}
          onChange={({ target }) => onCondition(target.value as Condition)}
        >
          {conditions.map((condition) => (
            <option key={condition} value={condition}>
              {t(`receiver.condition.${condition}`)}
            </option>
          ))}
        </Select>
        <Select
          name="receiver-documentType"
          label={t('receiver.documentType')}
          value={form.documentType}
          error={problems.documentType}
          onChange={({ target }) => onTyped({ documentType: target.value as DocumentType })}
        >
          {documentTypes.map(({ type, name }) => (
            <option key={type} value={type}>
              {name}
            </option>
          ))}
        </Select>
        <Field
          enterKeyHint="next"
          name="receiver-documentNumber"
          label={t('receiver.documentNumber')}
          inputMode={isNumeric ? 'numeric' : 'text'}
          autoComplete="off"
          maxLength={40}
          value={form.documentNumber}
          error={problems.documentNumber}
          onChange={({ target }) => onTyped({ documentNumber: target.value })}
          required
        />
        <Field
          enterKeyHint="next"
          name="receiver-name"
          label={t(isCompany ? 'receiver.name.company' : 'receiver.name')}
          autoComplete="off"
          value={form.name}
          error={problems.name}
          onChange={({ target }) => onTyped({ name: target.value })}
          required
        />
      </FieldGrid>
      <Field
        enterKeyHint="done"
        name="receiver-address"
        label={t('receiver.address')}
        autoComplete="off"
        value={form.address}
        error={problems.address}
        onChange={({ target }) => onTyped({ address: target.value })}
      />
    </>
  );
}
