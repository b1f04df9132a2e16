type Catalogue = Readonly<Record<string, string>>;
export type Catalogues = Readonly<Record<string, Catalogue>>;

/** The catalogues of a language by namespace, from `import.meta.glob`. */
export const byNamespace = (files: Readonly<Record<string, Catalogue>>): Catalogues =>
  Object.fromEntries(Object.entries(files).map(([file, catalogue]) => [file.replace(/^.*\/(.+)\.json$/, '$1'), catalogue]));
