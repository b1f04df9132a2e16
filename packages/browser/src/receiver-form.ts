import { BillReceiver, type TaxCondition } from '@butaca/contract/bill';
import type { DocumentType } from '@butaca/contract/customers';
import { receiverProblems } from '@butaca/contract/rules/bill-receiver';
import { typedIdentifier, typedText } from '@butaca/contract/rules/typed';
import { wireNameOf } from '@butaca/contract/wire';

/** Whom a bill is to be made out to, as it stands in the fields. */
export interface ReceiverForm {
  readonly condition: TaxCondition;
  readonly documentType: DocumentType;
  readonly documentNumber: string;
  readonly name: string;
  readonly address: string;
}

/** In the order of the form. */
const receiverFields = ['condition', 'documentType', 'documentNumber', 'name', 'address'] as const satisfies (keyof ReceiverForm)[];
export type ReceiverProblems = Partial<Record<keyof ReceiverForm, string>>;

const NAME_LENGTH = 120;
const ADDRESS_LENGTH = 200;

/** The fields of what is known; of nobody, those of a final consumer with the first of the documents. */
export const receiverForm = (known: BillReceiver | undefined, documents: readonly DocumentType[]): ReceiverForm => ({
  condition: known?.condition ?? 'final_consumer',
  documentType: known?.documentType ?? documentsFor('final_consumer', documents)[0] ?? 'cuit',
  documentNumber: known?.documentNumber ?? '',
  name: known?.name ?? '',
  address: known?.address ?? '',
});

/** Those of the offered documents that the tax office takes of somebody with this condition; of a business its CUIT, whatever is offered. */
export function documentsFor(condition: TaxCondition, offered: readonly DocumentType[]): readonly DocumentType[] {
  if (condition !== 'final_consumer') return ['cuit'];
  return offered.filter((documentType) => !receiverProblems({ condition, documentType, documentNumber: '' }).documentType);
}

/** Another condition takes other documents. */
export const withCondition = (form: ReceiverForm, condition: TaxCondition): ReceiverForm => ({
  ...form,
  condition,
  documentType: condition === 'final_consumer' ? form.documentType : 'cuit',
});

/** What is wrong by field, of which there is nothing where it can be sent. */
export function receiverFormProblems(form: ReceiverForm): ReceiverProblems {
  const [name, address] = [typedText(form.name), typedText(form.address)];
  return {
    ...receiverProblems(form),
    ...(name === '' ? { name: 'missing' } : name.length > NAME_LENGTH ? { name: 'too_long' } : {}),
    ...(address.length > ADDRESS_LENGTH ? { address: 'too_long' } : {}),
  };
}

/** The one that gets the focus. */
export const firstProblem = (problems: ReceiverProblems): keyof ReceiverForm | undefined => receiverFields.find((field) => problems[field]);

/** As it is sent. */
export const receiverOf = ({ condition, documentType, documentNumber, name, address }: ReceiverForm): BillReceiver => ({
  ...{ condition, documentType, documentNumber: typedIdentifier(documentNumber), name: typedText(name) },
  ...(typedText(address) === '' ? {} : { address: typedText(address) }),
});

/** Whether the fields say something else than what is known; blanks do not count. */
export const isChanged = (form: ReceiverForm, known: ReceiverForm): boolean =>
  receiverFields.some((field) => typedText(form[field]) !== typedText(known[field]));

/** What the server refuses, by field; it names a field alone or inside of the receiver. Empty where it is no field of the form. */
export const refusedReceiver = (refused: readonly { readonly name: string; readonly reason: string }[]): ReceiverProblems =>
  Object.fromEntries(
    refused.flatMap(({ name, reason }) => {
      const field = receiverFields.find((each) => wireNameOf(BillReceiver, each) === name.split('.').at(-1));
      return field ? [[field, reason]] : [];
    }),
  );
