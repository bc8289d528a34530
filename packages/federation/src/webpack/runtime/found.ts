import { runtimeLookup } from '../../registry/agreement.ts'

/** Replaces the federation runtime in remotes: uses the one that the host provides to the page. */
export default (globalThis as Record<string, unknown>)[runtimeLookup]
