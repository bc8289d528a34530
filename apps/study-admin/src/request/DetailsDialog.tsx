import type { AskedAccess } from '@atrium/contract'
import { Button } from '@atrium/ui-kit'
import { Dialog, type EntityDialogState } from '@atrium/ui-kit/overlay'
import { RequestFacts } from './RequestFacts.tsx'
import { useRequestText } from './texts/index.ts'

/** Shows a request in full. */
export function DetailsDialog({ state }: { readonly state: EntityDialogState<AskedAccess> }) {
  const t = useRequestText()
  const { open, subject, close } = state
  const { id = '', personName = '' } = subject?.values ?? {}
  return (
    <Dialog
      open={open}
      title={t('details.title')}
      width={600}
      history={{ entity: 'access_request', entityId: id, name: personName }}
      onClose={close}
      footer={
        <Button type="primary" onClick={close}>
          {t('details.close')}
        </Button>
      }
    >
      <RequestFacts request={subject?.values ?? {}} />
    </Dialog>
  )
}
