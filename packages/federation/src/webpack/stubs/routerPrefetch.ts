import { createContext, type Ref } from 'react'

/** In place of what the router's links do for pages rendered on a server: here a link fetches nothing ahead. */
export const usePrefetchBehavior = () => [false, undefined, {}] as const
export const mergeRefs = <T>(ref: Ref<T>): Ref<T> => ref
export const PrefetchPageLinks = () => null
export const FrameworkContext = createContext(undefined)
