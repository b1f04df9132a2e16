interface AuditReport {
  readonly vulnerabilities?: Readonly<Record<string, { readonly name: string; readonly severity: string }>>;
}

/** What `npm audit --json` said. Null where the registry has no such service or cannot be reached, which is no finding. */
export function severeFindings(output: string): string[] | null {
  let report: AuditReport;
  try {
    report = JSON.parse(output) as AuditReport;
  } catch {
    return null;
  }
  if (!report.vulnerabilities) return null;
  return Object.values(report.vulnerabilities)
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ name, severity }) => `${name}: ${severity}`);
}
