import { runtimeLookup } from '../../registry/agreement.ts'

/** In a remote, in place of the federation runtime: the one that the host has put onto the page. */
export default (globalThis as Record<string, unknown>)[runtimeLookup]
