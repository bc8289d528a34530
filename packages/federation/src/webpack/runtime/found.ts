import { runtimeLookup } from '../../registry/agreement.ts'

/** Replaces the federation runtime in remotes with the one that the host provides on the page. */
export default (globalThis as Record<string, unknown>)[runtimeLookup]
