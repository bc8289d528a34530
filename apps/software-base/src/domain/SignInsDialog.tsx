import { type Domain, domainSignIns, signOutStates } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { EmptyState, ListParts, usePagedList } from '@atrium/ui-kit/list'
import { Dialog } from '@atrium/ui-kit/overlay'
import { StateFilters, stateFilters } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { useSoftwareBaseText } from '../texts/index.ts'
import { useNotifyAgain, useReload } from './sign-outs.ts'
import { useSignInColumns } from './use-sign-in-columns.tsx'
import './sign-ins.css'

interface Props {
  readonly domain: Partial<Domain>
  readonly open: boolean
  readonly onClose: () => void
}

/** Lists the users' sign-ins to a domain with the notices of their ends, and notifies the product again. */
export function SignInsDialog({ domain, open, onClose }: Props) {
  const t = useSoftwareBaseText()
  const word = useContractText()
  const { id = '', tenantName = '', urlName = '' } = domain
  const name = `${tenantName} ${urlName}`
  const { repeatAfter, follow } = useReload()
  const input = useMemo(() => ({ tenantUrlId: id }), [id])
  const list = usePagedList(domainSignIns, input, { filters: stateFilters, enabled: open, repeatAfter })
  follow(list.rows)
  const columns = useSignInColumns(useNotifyAgain(id))
  const states = useMemo(
    () => signOutStates.map((state) => ({ value: state, label: word(`domain.signIn.state.${state}`) })),
    [word],
  )
  const title = t('domain.signIns.of', { name })
  return (
    <Dialog
      open={open}
      title={title}
      width={1000}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('domain.signIns.close')}</Button>}
    >
      <div className="sign-ins">
        <ListParts
          list={list}
          name="domainSignIns"
          label={title}
          columns={columns}
          filters={<StateFilters of={list.state} states={states} search={t('domain.signIns.search')} />}
          empty={<EmptyState title={t('domain.signIns.empty')} hint={t('domain.signIns.emptyHint')} />}
        />
      </div>
    </Dialog>
  )
}
