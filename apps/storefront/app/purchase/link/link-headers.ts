/** Of the pages of pay links: whoever reads the address may pay, so it goes into no search engine and to no other site (C-13). */
export const linkHeaders = () => ({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' });
