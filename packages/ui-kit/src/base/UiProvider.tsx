import { ConfigProvider, type ConfigProviderProps } from '@arco-design/web-react'
import { type PageRoot, useLanguage } from '@atrium/shared-api'
import { type ReactNode, useEffect, useInsertionEffect, useMemo, useState } from 'react'
import { applyBrand } from './brand.ts'

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
  /** Where the suite is shown, if that is a part of somebody else's page. */
  readonly root?: PageRoot
  readonly children: ReactNode
}

/**
 * What Arco listens to for clicks beside a list that is open: outside of a shadow tree, events no longer say where in
 * it they began.
 */
function clicksFor(page: Document): Pick<Document, 'addEventListener' | 'removeEventListener'> {
  const wrapped = new WeakMap<object, EventListener>()
  const retargeted = (listener: EventListener): EventListener => {
    const known = wrapped.get(listener)
    const wrapper =
      known ?? ((event) => listener({ target: event.composedPath()[0] ?? null } as unknown as Event))
    wrapped.set(listener, wrapper)
    return wrapper
  }
  return {
    addEventListener: (type: string, listener: unknown, options?: AddEventListenerOptions) =>
      page.addEventListener(type, retargeted(listener as EventListener), options),
    removeEventListener: (type: string, listener: unknown, options?: EventListenerOptions) =>
      page.removeEventListener(type, retargeted(listener as EventListener), options),
  }
}

/** Has everything that opens over the content open within a part of a page. */
function settingsWithin({ body, overlays }: PageRoot): Partial<ConfigProviderProps> {
  const clicks = clicksFor(document)
  return {
    getPopupContainer: () => body,
    componentConfig: {
      // Arco asks it for listeners alone.
      Trigger: { getDocument: () => clicks as unknown as Element },
      Modal: { getPopupContainer: () => overlays },
    },
  }
}

/** Puts the building blocks under the page's language and brand; stands once round everything. */
export function UiProvider({ brandColor, root, children }: UiProviderProps) {
  const locale = useArcoLocale()
  const within = useMemo(() => (root ? settingsWithin(root) : {}), [root])
  // Before the first paint: in an effect the default colour would be seen for a moment.
  useInsertionEffect(() => applyBrand(brandColor, root?.scope), [brandColor, root])
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
