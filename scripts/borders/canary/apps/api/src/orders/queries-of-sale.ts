declare const tx: { (parts: TemplateStringsArray, ...values: unknown[]): unknown; unsafe(statement: string): unknown };
export const pay = () => tx`with paid as (update purchase set stage = 'paid' returning id) select id from paid`;
export const lose = () => tx`insert into nowhere (id) values (1)`;
export const hide = (statement: string) => tx.unsafe(statement);
