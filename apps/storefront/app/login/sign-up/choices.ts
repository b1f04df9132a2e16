/** Options of the form in their order (OP-015..OP-020, OP-023); the words are those of the contract's closed lists. */
export const genders = ['feminine', 'male', 'other', 'undisclosed'] as const;
export const phoneTypes = ['mobile', 'permanent'] as const;
export const countries = ['ar', 'py', 'mx'] as const;
export const documentTypes = [
  'dni',
  'passport',
  'cuit',
  'cuil',
  'foreign_ci',
  'ci',
  'migration_certificate',
  'ine',
  'ife',
  'unidentified',
  'other',
] as const;
