import { type Call, containsFolded, type InputOf, type ResponseOf } from '@atrium/contract'
import { useMemo, useState } from 'react'
import { useCall } from '../base/query.ts'
import { useDebouncedValue } from '../base/useDebouncedValue.ts'
import type { Choice } from './LookupSelect.tsx'

/** How many choices a select offers at once. The server searches all of them for what is typed. */
export const offeredAtOnce = 50

/** Choices of a select, and whether there are more that a keyword would find. */
export interface FoundChoices {
  readonly choices: readonly Choice[]
  readonly hasMore: boolean
}

/** Source of a select's choices: a call that searches, and finds one choice by its value. */
export interface LookupSource<C extends Call> {
  readonly call: C
  /** The input for the first choices that a keyword finds; '' finds all. */
  readonly page: (keyWord: string) => InputOf<C>
  /** The input for one choice. */
  readonly one: (value: string) => InputOf<C>
  /** The same function at every render. */
  readonly choicesOf: (response: ResponseOf<C>) => FoundChoices
  /** How long a response is used again, in milliseconds. */
  readonly staleTime: number
}

const noChoices: readonly Choice[] = []

function useChoices<C extends Call>(
  { call, choicesOf, staleTime }: LookupSource<C>,
  input: InputOf<C>,
  enabled: boolean,
) {
  const { data, ...state } = useCall(call, input, { staleTime, enabled, keepPrevious: true })
  const found = useMemo(() => (data === undefined ? undefined : choicesOf(data)), [data, choicesOf])
  return { ...state, found }
}

/**
 * Returns the name of a choice: from the first choices, or asked for once.
 * @param value '' for none
 * @returns the name, undefined until it is known; and whether there is no such choice
 */
export function useLookupName<C extends Call>(
  source: LookupSource<C>,
  value: string,
): { readonly name?: string; readonly isUnknown: boolean } {
  const isValue = (choice: Choice) => choice.value === value
  const { found } = useChoices(source, source.page(''), value !== '')
  const listed = found?.choices.find(isValue)
  const isFurther = value !== '' && found?.hasMore === true && !listed
  const { call, staleTime } = source
  const one = useCall(call, source.one(value), { staleTime, enabled: isFurther })
  const asked = isFurther && one.data !== undefined ? source.choicesOf(one.data).choices : noChoices
  const { label } = listed ?? asked.find(isValue) ?? {}
  if (label !== undefined) return { name: label, isUnknown: false }
  const isAnswered = found !== undefined && !(isFurther && one.isPending)
  return { isUnknown: value !== '' && isAnswered }
}

/**
 * Returns the choices of a select that searches: the first ones, and the server's matches of a keyword. If the first
 * ones are all, they are searched in the browser.
 * @param value of the chosen one, which may be one of the choices before; '' for none
 * @param before choices before those of the source
 * @returns the props of `LookupSelect`
 */
export function useLookupSearch<C extends Call>(
  source: LookupSource<C>,
  value: string,
  before: readonly Choice[] = noChoices,
) {
  const [keyWord, settle] = useState('')
  const [typed, type] = useDebouncedValue(keyWord, settle)
  const first = useChoices(source, source.page(''), true)
  const isSearched = keyWord.trim() !== '' && first.found?.hasMore === true
  const { found, isError, isPlaceholderData } = useChoices(
    source,
    source.page(isSearched ? keyWord.trim() : ''),
    true,
  )
  const chosenBefore = before.find((choice) => choice.value === value)
  const { name, isUnknown } = useLookupName(source, chosenBefore ? '' : value)
  const isBehind = first.found?.hasMore === true && (typed !== keyWord || isPlaceholderData)
  const isComplete = isSearched && !isBehind
  const choices = useMemo(() => {
    const isMatch = ({ label }: Choice) => containsFolded(label, typed)
    // As long as the response is one to another keyword, Enter must choose nothing that was not meant.
    return (
      found && [...before.filter(isMatch), ...(isComplete ? found.choices : found.choices.filter(isMatch))]
    )
  }, [found, before, typed, isComplete])
  return {
    choices,
    failed: isError,
    search: {
      onType: type,
      chosen: chosenBefore?.label ?? name,
      isUnknown,
      isSearching: isBehind,
      hasMore: found?.hasMore ?? false,
    },
  }
}
