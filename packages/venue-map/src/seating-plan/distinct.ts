/** Tells equal names apart by a number behind them: A, A (2), A (3). */
export function distinctNames(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    let free = name;
    for (let times = 2; taken.has(free); times += 1) free = `${name} (${times})`;
    taken.add(free);
    return free;
  };
}
