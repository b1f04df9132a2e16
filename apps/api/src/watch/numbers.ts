/** What Prometheus reads of one metric; the shape of prom-client, whose registry takes any object that answers it. */
export interface MetricReading {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly values: readonly {
    readonly value: number;
    readonly labels: Readonly<Record<string, string | number>>;
    readonly metricName?: string;
  }[];
}

type Labels<Name extends string> = Readonly<Record<Name, string>>;

/** Separates the values of several labels in a key; it stands in none of them. */
const SEPARATOR = '\u0000';

/** Counts by label. A count is one number in a map: adding to it allocates nothing, and looking at it is the scrape's work. */
export class Tally<Name extends string> {
  readonly name: string;
  readonly #help: string;
  readonly #labels: readonly Name[];
  readonly #counts = new Map<string, number>();

  /** `known`: label values that stand at 0 from the start, so that the first of them is an increase. */
  constructor(name: string, help: string, labels: readonly Name[], known: readonly (readonly string[])[] = [[]]) {
    this.name = name;
    this.#help = help;
    this.#labels = labels;
    for (const values of known) if (values.length === labels.length) this.#counts.set(values.join(SEPARATOR), 0);
  }

  /** Of a metric with one label its value, of one with several the values joined by `keyOf`, of one without labels nothing. */
  add(key = '', by = 1): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + by);
  }

  /** For what is known only once the process is set up: it stands at 0, so that the first of it is an increase. */
  know(key: string): void {
    this.add(key, 0);
  }

  keyOf(labels: Labels<Name>): string {
    return this.#labels.map((name) => labels[name]).join(SEPARATOR);
  }

  get(): MetricReading {
    const values = [...this.#counts].map(([key, value]) => ({ value, labels: labelsOf(this.#labels, key) }));
    return { name: this.name, help: this.#help, type: 'counter', values };
  }
}

const labelsOf = (names: readonly string[], key: string): Record<string, string> => {
  const values = key.split(SEPARATOR);
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
};

/** One series of a distribution. Observing adds to two numbers and allocates nothing. */
export class Series {
  readonly #bounds: readonly number[];
  /** How many were at most each bound and above the one before; the last counts those above all. */
  readonly counts: Float64Array;
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    const bounds = this.#bounds;
    let index = 0;
    while (index < bounds.length && value > (bounds[index] as number)) index += 1;
    this.counts[index] = (this.counts[index] as number) + 1;
    this.sum += value;
  }
}

/** Sizes or durations by label, in buckets. */
export class Distribution<Name extends string> {
  readonly name: string;
  readonly #help: string;
  readonly #labels: readonly Name[];
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, Series>();

  constructor(name: string, help: string, labels: readonly Name[], bounds: readonly number[]) {
    this.name = name;
    this.#help = help;
    this.#labels = labels;
    this.#bounds = bounds;
    if (labels.length === 0) this.#series.set('', new Series(bounds));
  }

  /** The series of these labels; whoever observes often keeps it. */
  of(...values: readonly string[]): Series {
    const key = values.join(SEPARATOR);
    let series = this.#series.get(key);
    if (!series) {
      series = new Series(this.#bounds);
      this.#series.set(key, series);
    }
    return series;
  }

  get(): MetricReading {
    const values = [...this.#series].flatMap(([key, { counts, sum }]) => {
      const labels = labelsOf(this.#labels, key);
      let total = 0;
      const buckets = [...counts].map((count, index) => {
        total += count;
        return { metricName: `${this.name}_bucket`, labels: { ...labels, le: this.#bounds[index] ?? '+Inf' }, value: total };
      });
      return [
        ...buckets,
        { metricName: `${this.name}_sum`, labels, value: sum },
        { metricName: `${this.name}_count`, labels, value: total },
      ];
    });
    return { name: this.name, help: this.#help, type: 'histogram', values };
  }
}

type ReadValues = () => MetricReading['values'] | Promise<MetricReading['values']>;

/** A number that is kept elsewhere and read at each scrape; one that cannot be read is left out of it. */
export class Reading {
  readonly name: string;
  readonly #help: string;
  readonly #type: 'counter' | 'gauge';
  readonly #read: ReadValues;

  constructor(name: string, help: string, type: 'counter' | 'gauge', read: ReadValues) {
    this.name = name;
    this.#help = help;
    this.#type = type;
    this.#read = read;
  }

  async get(): Promise<MetricReading> {
    const values = await Promise.resolve()
      .then(this.#read)
      .catch(() => []);
    return { name: this.name, help: this.#help, type: this.#type, values };
  }
}
