declare const db: (parts: TemplateStringsArray) => unknown;
export const all = () => db`select 1`;
