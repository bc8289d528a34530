import { type Call, type Domain, domainInit } from '@atrium/contract'
import { send, useContractText } from '@atrium/shared-api'
import { Message } from '@atrium/ui-kit'
import { refresh } from '@atrium/ui-kit/list'
import { confirmChange } from '@atrium/ui-kit/overlay'
import { useCallback } from 'react'
import { useSoftwareBaseText } from '../texts/index.ts'

/**
 * Returns a function that initialises a domain's product for its tenant. Asks for confirmation first, and shows the
 * product's message.
 * @param lists calls whose results change; must stay the same array between renders
 */
export function useInitialisation(lists: readonly Call[]) {
  const t = useSoftwareBaseText()
  const word = useContractText()
  return useCallback(
    async (domain: Domain): Promise<void> => {
      const { id, tenantName, softName, apiUrl } = domain
      const question = {
        title: t('domain.init.title'),
        content: t('domain.init.question', { tenantName, softName, apiUrl }),
        ok: t('domain.init.ok'),
      }
      const input = { id }
      const reason = await confirmChange(question, domainInit, { ...input, tenantId: domain.tenantId })
      if (!reason) return
      await send(domainInit, input, { reason }).then(
        ({ message }) =>
          Message.success(
            [word('domain.done.initialised'), message].filter(Boolean).join(t('domain.init.says')),
          ),
        // The error message is already shown.
        () => undefined,
      )
      // Refreshed even after an error: another user may have initialised the domain meanwhile.
      await refresh(...lists)
    },
    [t, word, lists],
  )
}
