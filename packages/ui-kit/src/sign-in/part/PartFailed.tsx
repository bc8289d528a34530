import { Button } from '@arco-design/web-react'
import { useFormTexts } from '../texts/index.ts'
import './part-failed.css'

/** Shown if a part of a form could not be loaded. The form's other input stays. */
export function PartFailed({ retry }: { readonly retry: () => void }) {
  const t = useFormTexts()
  return (
    <div className="part-failed" role="alert">
      <span>{t('part.failed')}</span>
      <Button size="small" onClick={retry}>
        {t('part.retry')}
      </Button>
    </div>
  )
}
