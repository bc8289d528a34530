import { useLanguage } from '@atrium/shared-api'
import { shownInstant } from '@atrium/ui-kit/list'
import { LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { type EChartsType, init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import type { TimeSeries } from './series.ts'

use([LineChart, GridComponent, TooltipComponent, SVGRenderer])

interface Props {
  /** Content of the chart as a sentence, for screen readers. */
  readonly label: string
  /** Start of each step, in milliseconds since 1970. */
  readonly times: readonly number[]
  readonly series: readonly TimeSeries[]
  /** Whether the axis shows days. */
  readonly byDay: boolean
}

/** Colour tokens of the theme. SVG resolves them, so the chart follows the theme. */
const colours = {
  main: 'rgb(var(--primary-6))',
  bad: 'var(--danger-text)',
  text: 'var(--color-text-3)',
  strongText: 'var(--color-text-1)',
  line: 'var(--color-border-1)',
  ground: 'var(--card-background)',
} as const

/** Failures also differ in shape: a dashed line, and a triangle at each value above zero. */
const toSeries = ({ name, values, tone }: TimeSeries, times: readonly number[]) => ({
  type: 'line' as const,
  name,
  data: values.map((value, index) => ({
    value: [times[index] ?? 0, value],
    symbol: tone === 'bad' && value > 0 ? 'triangle' : 'none',
  })),
  symbolSize: 7,
  itemStyle: { color: colours[tone] },
  lineStyle: {
    color: colours[tone],
    width: 1.5,
    type: tone === 'bad' ? ('dashed' as const) : ('solid' as const),
  },
  ...(tone === 'main' && { areaStyle: { color: colours.main, opacity: 0.1 } }),
  emphasis: { disabled: true },
})

function optionsOf({ times, series, byDay }: Omit<Props, 'label'>, language: string, fontFamily: string) {
  const clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const day = new Intl.DateTimeFormat(language, { month: 'numeric', day: 'numeric' })
  const count = new Intl.NumberFormat(language, { notation: 'compact' })
  const axis = { axisLabel: { color: colours.text, hideOverlap: true }, axisTick: { show: false } }
  return {
    animation: false,
    textStyle: { fontFamily },
    grid: { top: 12, right: 16, bottom: 24, left: 44, outerBoundsMode: 'none' as const },
    xAxis: {
      type: 'time' as const,
      min: times[0],
      max: times.at(-1),
      ...axis,
      axisLabel: { ...axis.axisLabel, formatter: (at: number) => (byDay ? day : clock).format(at) },
      axisLine: { lineStyle: { color: colours.line } },
      splitLine: { show: false },
      minInterval: byDay ? 24 * 3_600_000 : 60_000,
      splitNumber: 4,
    },
    yAxis: {
      type: 'value' as const,
      min: 0,
      minInterval: 1,
      splitNumber: 3,
      ...axis,
      axisLabel: { ...axis.axisLabel, formatter: (value: number) => count.format(value) },
      splitLine: { lineStyle: { color: colours.line } },
    },
    tooltip: {
      trigger: 'axis' as const,
      // Drawn as SVG, because an HTML tooltip writes inline styles that the page's policy forbids.
      renderMode: 'richText' as const,
      confine: true,
      backgroundColor: colours.ground,
      borderColor: colours.line,
      textStyle: { color: colours.strongText, fontSize: 12, fontFamily },
      axisPointer: { lineStyle: { color: colours.text } },
      formatter: (points: unknown) => {
        const index = Array.isArray(points) ? (points[0]?.dataIndex ?? 0) : 0
        const lines = series.map(
          ({ name, values }) => `${name}  ${(values[index] ?? 0).toLocaleString(language)}`,
        )
        return [shownInstant(new Date(times[index] ?? 0).toISOString()), ...lines].join('\n')
      },
    },
    series: series.map((one) => toSeries(one, times)),
  }
}

/** Draws counts over time as lines. */
export default function TimeChart({ label, ...shown }: Props) {
  const language = useLanguage()
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(undefined)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const drawn = init(element, null, { renderer: 'svg' })
    chart.current = drawn
    const watcher = new ResizeObserver(() => drawn.resize())
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      drawn.dispose()
    }
  }, [])
  useEffect(() => {
    const { fontFamily } = getComputedStyle(box.current ?? document.body)
    chart.current?.setOption(optionsOf(shown, language, fontFamily), { notMerge: true })
  })
  return <div ref={box} className="operations-chart" role="img" aria-label={label} />
}
