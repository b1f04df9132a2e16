/** One row written: made anew, or changed. */
export interface Written {
  readonly created: boolean;
}

export interface Changes {
  readonly what: string;
  readonly created: number;
  readonly changed: number;
  readonly dropped: number;
}

export const changesOf = (what: string, rows: readonly Written[]): Changes => {
  const created = rows.filter((row) => row.created).length;
  return { what, created, changed: rows.length - created, dropped: 0 };
};

export const dropped = (what: string, rows: readonly unknown[]): Changes => ({ what, created: 0, changed: 0, dropped: rows.length });

/** One line per kind of thing that changed: `shows: 3 new, 1 changed`; none when nothing did. */
export function describeChanges(changes: readonly Changes[]): string[] {
  const kinds = Map.groupBy(changes, ({ what }) => what);
  return [...kinds].flatMap(([what, parts]) => {
    const total = (of: 'created' | 'changed' | 'dropped') => parts.reduce((sum, part) => sum + part[of], 0);
    const words = [
      [total('created'), 'new'],
      [total('changed'), 'changed'],
      [total('dropped'), 'removed'],
    ] as const;
    const said = words.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
    return said.length > 0 ? [`${what}: ${said.join(', ')}`] : [];
  });
}
