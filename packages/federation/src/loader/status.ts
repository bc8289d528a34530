/** HTTP status of the latest answer from an address, as the browser's resource timing recorded it. */
export function statusOf(url: string): number | undefined {
  const entries = performance.getEntriesByName(url, 'resource') as PerformanceResourceTiming[]
  return entries.at(-1)?.responseStatus || undefined
}
