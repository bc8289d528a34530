import type { Unblinding } from '@atrium/contract'
import { Button } from '@atrium/ui-kit'
import { Dialog, type EntityDialogState } from '@atrium/ui-kit/overlay'
import { useUnblindingText } from './texts/index.ts'
import { UnblindingFacts } from './UnblindingFacts.tsx'

/** Shows an entry of the register in full. */
export function DetailsDialog({ state }: { readonly state: EntityDialogState<Unblinding> }) {
  const t = useUnblindingText()
  const { open, subject, close } = state
  const { id = '', personName = '' } = subject?.values ?? {}
  return (
    <Dialog
      open={open}
      title={t('details.title')}
      width={600}
      history={{ entity: 'unblinding', entityId: id, name: personName }}
      onClose={close}
      footer={
        <Button type="primary" onClick={close}>
          {t('details.close')}
        </Button>
      }
    >
      <UnblindingFacts entry={subject?.values ?? {}} />
    </Dialog>
  )
}
