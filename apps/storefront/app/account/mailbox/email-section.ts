import { pathTo } from '../../paths.ts';

/** Of the section in which an account's address is changed. */
export const EMAIL_SECTION_ID = 'email-of-account';

/** Opens the form there. */
export const changeEmailPath = (): string => `${pathTo('myData', {})}#${EMAIL_SECTION_ID}`;
