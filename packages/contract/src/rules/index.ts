export * from './birthday.ts';
export * from './bounds.ts';
export * from './document.ts';
export * from './email.ts';
export * from './name.ts';
export * from './sign-up.ts';
