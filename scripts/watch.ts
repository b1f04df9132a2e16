import { type FSWatcher, watch } from 'node:fs';

/** Editors write a file several times. */
const QUIET_MS = 150;

/** Calls once for every burst of changes to the sources in these folders; returns what ends that. */
export function watchSources(folders: readonly string[], onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const changed = (_: string, name: string | null) => {
    if (!name || !/\.(ts|json|sql|md)$/.test(name)) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, QUIET_MS);
  };
  const watchers: FSWatcher[] = folders.map((folder) => watch(folder, { recursive: true }, changed));
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
