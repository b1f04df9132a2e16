import { answerName, type Endpoints, type Json, titled, words } from './openapi-schemas.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Json;
}

export function parametersOf(place: 'path' | 'query', schema: Json | undefined): Parameter[] {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, { description: text, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    description: String(text ?? name),
    schema: property,
  }));
}

/** How deep below `oData` an id is looked for. */
const DEPTH = 3;

/**
 * From each answer that holds an id to the calls that take it: an `id` of a Purchase is what a path's `purchaseId` wants, and so is
 * a field of that name. Calls that want more in their path than one id are left out.
 */
export function linksOf(endpoints: Endpoints, schemas: ReadonlyMap<string, Json>): Map<string, Map<string, Json>> {
  const takers = new Map<string, { operationId: string; parameter: string; summary: string }[]>();
  for (const [operationId, endpoint] of Object.entries(endpoints)) {
    const inPath = parametersOf('path', schemas.get(`${operationId}.params`));
    const [parameter] = inPath;
    if (!parameter || inPath.length !== 1) continue;
    const wanted = takers.get(parameter.description) ?? [];
    takers.set(parameter.description, [...wanted, { operationId, parameter: parameter.name, summary: endpoint.summary }]);
  }
  return new Map(
    Object.entries(endpoints).map(([operationId, endpoint]) => {
      const links = new Map<string, Json>();
      for (const [id, pointer] of endpoint.file ? [] : idsIn(answerName(operationId, endpoint), schemas)) {
        for (const taker of takers.get(id) ?? []) {
          if (taker.operationId === operationId) continue;
          const name = `${taker.operationId}By${pointer.split('/').map(titled).join('')}`;
          const expression = `$response.body#/oData${pointer}`;
          links.set(name, { operationId: taker.operationId, description: taker.summary, parameters: { [taker.parameter]: expression } });
        }
      }
      return [operationId, links];
    }),
  );
}

/** Where the ids of an answer are, by what they are ids of: `purchase id` → `/oProceso/idProcesoDeCompra`; the nearest of each. */
function idsIn(root: string, schemas: ReadonlyMap<string, Json>): Map<string, string> {
  const found = new Map<string, string>();
  let level: [name: string | undefined, schema: Json, pointer: string][] = [[root, schemas.get(root) ?? {}, '']];
  for (let depth = 0; depth <= DEPTH; depth++) {
    const next: typeof level = [];
    for (const [name, schema, pointer] of level) {
      for (const [wire, property] of Object.entries((schema.properties ?? {}) as Record<string, Json>)) {
        const at = `${pointer}/${wire}`;
        const own = String(property.description ?? '');
        const id = own === 'id' && name ? `${words(name.charAt(0).toLowerCase() + name.slice(1))} id` : own;
        if (id.endsWith(' id') && !found.has(id)) found.set(id, at);
        next.push(...inner(property, at));
      }
    }
    level = next;
  }
  return found;

  function inner(property: Json, at: string): typeof level {
    if (typeof property.$ref === 'string') {
      const name = property.$ref.split('/').at(-1) ?? '';
      return [[name, schemas.get(name) ?? {}, at]];
    }
    if (property.type === 'array') return inner(property.items as Json, `${at}/0`);
    return property.type === 'object' ? [[undefined, property, at]] : [];
  }
}
