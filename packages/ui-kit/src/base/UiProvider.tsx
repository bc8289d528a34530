import { ConfigProvider, type ConfigProviderProps } from '@arco-design/web-react'
import { type PageRoot, useLanguage } from '@atrium/shared-api'
import { type ReactNode, useEffect, useInsertionEffect, useMemo, useState } from 'react'
import { applyBrand } from './brand.ts'
import { shieldComposition } from './composition.ts'

type ArcoLocale = ConfigProviderProps['locale']

/** Arco has 'Goto', and a word behind the field. */
const inPlainEnglish = (locale: NonNullable<ArcoLocale>): ArcoLocale => ({
  ...locale,
  Pagination: { ...locale.Pagination, goto: 'Go to page', page: '' },
})

/** Arco's own words in the page's language. Chinese is built in; English comes with the page's other English texts. */
function useArcoLocale(): ArcoLocale {
  const language = useLanguage()
  const [english, setEnglish] = useState<ArcoLocale>()
  useEffect(() => {
    if (language !== 'en') return
    import(/* webpackChunkName: "texts-en" */ '@arco-design/web-react/es/locale/en-US.js').then(
      // Its types speak of CommonJS, the bundler serves the ES module.
      ({ default: locale }) => setEnglish(inPlainEnglish(locale as unknown as NonNullable<ArcoLocale>)),
      // The page stays usable with a few Chinese words of Arco's.
      () => undefined,
    )
  }, [language])
  return language === 'en' ? english : undefined
}

export interface UiProviderProps {
  /** The brand colour as `#rrggbb`; Arco's blue without it. */
  readonly brandColor?: string
  /** Root of the suite, if it is a part of another site's page. */
  readonly root?: PageRoot
  readonly children: ReactNode
}

/** A click as Arco receives it. Outside a shadow tree, events no longer show where in it they began. */
const clickAt = (event: Event): Event => ({ target: event.composedPath()[0] ?? null }) as unknown as Event

/**
 * Arco listens for clicks beside an open list. Clicks in the same part of the page are forwarded after its own
 * handlers, all others before the page's handlers, which may stop them.
 */
function clicksFor(part: PageRoot['scope']): Pick<Document, 'addEventListener' | 'removeEventListener'> {
  const listening = new WeakMap<object, () => void>()
  return {
    addEventListener: (type: string, listener: unknown) => {
      const forwarded = listener as EventListener
      const within = (event: Event): void => forwarded(clickAt(event))
      const beyond = (event: Event): void => {
        if (!event.composedPath().includes(part)) forwarded(clickAt(event))
      }
      part.addEventListener(type, within)
      document.addEventListener(type, beyond, true)
      listening.set(forwarded, () => {
        part.removeEventListener(type, within)
        document.removeEventListener(type, beyond, true)
      })
    },
    removeEventListener: (_type: string, listener: unknown) => listening.get(listener as EventListener)?.(),
  }
}

/** Has everything that opens over the content open within a part of a page. */
function settingsWithin({ scope, body, overlays }: PageRoot): Partial<ConfigProviderProps> {
  const clicks = clicksFor(scope)
  return {
    getPopupContainer: () => body,
    componentConfig: {
      // Arco uses it only for listeners.
      Trigger: { getDocument: () => clicks as unknown as Element },
      Modal: { getPopupContainer: () => overlays },
    },
  }
}

/** Applies the page's language and brand to the components; used once around everything. */
export function UiProvider({ brandColor, root, children }: UiProviderProps) {
  const locale = useArcoLocale()
  const within = useMemo(() => (root ? settingsWithin(root) : {}), [root])
  // Before the first paint: in an effect the default colour would be seen for a moment.
  useInsertionEffect(() => applyBrand(brandColor, root?.scope), [brandColor, root])
  useEffect(() => shieldComposition(root?.scope ?? window), [root])
  return (
    <ConfigProvider
      locale={locale}
      autoInsertSpaceInButton={false}
      effectGlobalModal={false}
      effectGlobalNotice={false}
      {...within}
    >
      {children}
    </ConfigProvider>
  )
}
