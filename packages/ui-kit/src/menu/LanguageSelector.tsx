import { type Language, languages } from '@atrium/contract'
import { chooseLanguage, notifyError, useContractText, useLanguage } from '@atrium/shared-api'
import { languageNames, languageSigns } from './language-names.ts'
import { MenuButton } from './MenuButton.tsx'

export interface LanguageSelectorProps {
  /** Whether only the icon is shown, for narrow spaces. */
  readonly iconOnly?: boolean
  /** Whether the grey text colour is used. */
  readonly grey?: boolean
  /** Whether the language is only shown and cannot be changed. */
  readonly readOnly?: boolean
}

/** Shows the current language and switches it for the whole page. */
export function LanguageSelector({ iconOnly, grey, readOnly }: LanguageSelectorProps) {
  const t = useContractText()
  const present = useLanguage()
  const badge = (language: Language) => (
    <span className="language-badge" data-sign={languageSigns[language]} />
  )
  const shown = (
    <>
      {badge(present)}
      {!iconOnly && <span>{languageNames[present]}</span>}
    </>
  )
  const colour = grey ? 'language-grey' : ''
  if (readOnly) return <span className={`language-fixed ${colour}`}>{shown}</span>

  const choose = (language: Language): void => {
    chooseLanguage(language).catch(() => notifyError(t('transport.failed')))
  }
  const items = languages.map((language) => ({
    key: language,
    label: languageNames[language],
    icon: badge(language),
    current: language === present,
    lang: language,
    onChoose: () => choose(language),
  }))
  const label = [t('field.language'), iconOnly && languageNames[present]].filter(Boolean).join(' ')
  return (
    <MenuButton label={label} items={items} className={colour}>
      {shown}
    </MenuButton>
  )
}
