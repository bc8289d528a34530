import { type AnswerOf, type Call, type InputOf, userInfo } from '@atrium/contract'
import { loadUser, send, useLanguage } from '@atrium/shared-api'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { queryClient } from './client.ts'

export interface CallOptions {
  /** Whether to ask at all yet; true unless said otherwise. */
  readonly enabled?: boolean
  /** Whether the former answer stays while the next one is fetched. */
  readonly keepPrevious?: boolean
  /** For how long an answer serves without asking again, in milliseconds; 0 unless said otherwise. */
  readonly staleTime?: number
}

/**
 * A reading call as a query: asked again when the input or the language changes, aborted when nobody waits for
 * it any more. Failures are the caller's to show; the loading overlay does not appear.
 */
export function useCall<C extends Call>(
  call: C,
  input: InputOf<C>,
  { enabled = true, keepPrevious = false, staleTime = 0 }: CallOptions = {},
): UseQueryResult<AnswerOf<C>> {
  const language = useLanguage()
  return useQuery<AnswerOf<C>>(
    {
      queryKey: [call.path, language, input],
      queryFn: ({ signal }) => send(call, input, { signal, quiet: true, overlay: false }),
      enabled,
      staleTime,
      ...(keepPrevious && { placeholderData: keepPreviousData }),
    },
    queryClient,
  )
}

/** The signed-in user, whose menu the shell shows, is kept by the session; a failure has been shown by then. */
const askAgain = ({ path }: Call): Promise<unknown> =>
  path === userInfo.path
    ? loadUser().catch(() => undefined)
    : queryClient.invalidateQueries({ queryKey: [path] })

/** Has the answers of these calls asked for again, for instance after a save. */
export const refresh = (...calls: readonly Call[]): Promise<unknown> => Promise.all(calls.map(askAgain))
