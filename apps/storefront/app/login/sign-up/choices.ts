/** Options of the form in their order (OP-015..OP-017); what differs by country is the brand's, the words are those of the contract's closed lists. */
export const genders = ['feminine', 'male', 'other', 'undisclosed'] as const;
export const phoneTypes = ['mobile', 'permanent'] as const;
