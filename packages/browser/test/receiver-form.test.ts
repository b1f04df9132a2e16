import { expect, test } from 'vitest';
import {
  documentsFor,
  firstProblem,
  isChanged,
  receiverForm,
  receiverFormProblems,
  receiverOf,
  refusedReceiver,
  withCondition,
} from '../src/receiver-form.ts';

const offered = ['dni', 'passport', 'cuit', 'cuil', 'ine', 'other'] as const;
const empty = receiverForm(undefined, offered);
const company = {
  condition: 'registered',
  documentType: 'cuit',
  documentNumber: '30-71000000-6',
  name: ' Teatro del Puente S.R.L. ',
  address: '',
} as const;

test('an empty form is of a final consumer with a DNI', () => {
  expect(empty).toEqual({ condition: 'final_consumer', documentType: 'dni', documentNumber: '', name: '', address: '' });
});

test('a final consumer has the documents that the tax office knows, a business its CUIT', () => {
  expect(documentsFor('final_consumer', offered)).toEqual(['dni', 'passport', 'cuit', 'cuil']);
  for (const condition of ['registered', 'monotributo', 'exempt'] as const) expect(documentsFor(condition, offered)).toEqual(['cuit']);
  expect(withCondition({ ...empty, documentNumber: '30' }, 'exempt')).toMatchObject({ documentType: 'cuit', documentNumber: '30' });
  expect(withCondition({ ...empty, documentType: 'passport' }, 'final_consumer').documentType).toBe('passport');
});

test('what is wrong is told by field, the first one of the form first', () => {
  expect(receiverFormProblems(company)).toEqual({});
  expect(receiverFormProblems({ ...company, documentNumber: '30-71000000-7' })).toEqual({ documentNumber: 'check_digit' });
  expect(receiverFormProblems({ ...company, condition: 'final_consumer', documentType: 'passport', documentNumber: 'ABCDEF' })).toEqual({
    documentNumber: 'no_digits',
  });
  const found = receiverFormProblems({ ...empty, address: 'x'.repeat(201) });
  expect(found).toEqual({ documentNumber: 'missing', name: 'missing', address: 'too_long' });
  expect(firstProblem(found)).toBe('documentNumber');
  expect(receiverFormProblems({ ...company, name: 'x'.repeat(121) })).toEqual({ name: 'too_long' });
  expect(receiverFormProblems({ ...company, documentType: 'dni' })).toEqual({ documentType: 'needs_cuit' });
});

test('what is sent has no blanks around it, and no empty address', () => {
  expect(receiverOf(company)).toEqual({
    ...{ condition: 'registered', documentType: 'cuit', documentNumber: '30-71000000-6', name: 'Teatro del Puente S.R.L.' },
  });
  expect(receiverOf({ ...company, address: 'Corrientes 1543' })).toMatchObject({ address: 'Corrientes 1543' });
});

test('blanks are no change', () => {
  const known = receiverForm(receiverOf(company), offered);
  expect(isChanged(company, known)).toBe(false);
  expect(isChanged({ ...company, condition: 'exempt' }, known)).toBe(true);
});

test('a field that the server refuses is found by its name on the wire, alone or inside of the receiver', () => {
  expect(
    refusedReceiver([
      { name: 'cDocumento', reason: 'check_digit' },
      { name: 'oReceptor.cNombre', reason: 'invalid' },
      { name: 'cMotivo', reason: 'missing' },
    ]),
  ).toEqual({ documentNumber: 'check_digit', name: 'invalid' });
});
