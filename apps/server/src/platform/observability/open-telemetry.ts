import {
  type Context,
  context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  hostDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { type SpanFacts, setTracer, type Tracer } from './tracing.ts'
import type { SamplerName, TracingSettings } from './tracing-settings.ts'

const kinds: Readonly<Record<SpanFacts['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
}

const samplers: Readonly<Record<SamplerName, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
}

/** Describes the sender of the traces. OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES come last and take precedence. */
const resource = (version: string) =>
  defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'atrium', 'service.version': version }))
    .merge(detectResources({ detectors: [hostDetector, serviceInstanceIdDetector, envDetector] }))

const propagator = new W3CTraceContextPropagator()

const tracerOf = (provider: TracerProvider): Tracer => {
  const own = provider.getTracer('atrium')
  const open = ({ name, kind, attributes }: SpanFacts, parent: Context) => {
    const span = own.startSpan(name, { kind: kinds[kind], attributes }, parent)
    const inside = trace.setSpan(parent, span)
    return {
      traceId: span.spanContext().traceId,
      run: <Result>(work: () => Result): Result => context.with(inside, work),
      end: (more: Partial<SpanFacts>, failure?: string) => {
        if (more.name !== undefined) span.updateName(more.name)
        span.setAttributes({ ...more.attributes, ...(failure !== undefined && { 'error.type': failure }) })
        if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }
  return {
    open: (facts, headers) =>
      open(
        facts,
        headers ? propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter) : context.active(),
      ),
    isInSpan: () => trace.getActiveSpan() !== undefined,
    headers: () => {
      const carrier = {}
      propagator.inject(context.active(), carrier, defaultTextMapSetter)
      return carrier
    },
  }
}

/** Time limit for sending the last spans when the process stops, in milliseconds. */
const lastExport = 1_500

/**
 * Starts sending traces by OTLP over HTTP. The number of pending traces is limited, and further ones are dropped.
 * @param onError called with errors in sending
 * @returns a function that stops sending, and sends pending traces if that is quick
 */
export function startOpenTelemetry(
  { endpoint, sampler, samplerRatio, version }: TracingSettings,
  onError: (error: unknown) => void,
): () => Promise<void> {
  setGlobalErrorHandler(onError)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  // The exporter itself reads headers, time limit, compression and certificates from the environment.
  const exporter = new OTLPTraceExporter({ url: endpoint })
  const provider = new TracerProvider({
    resource: resource(version),
    sampler: samplers[sampler](samplerRatio),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  setTracer(tracerOf(provider))
  return async () => {
    setTracer(undefined)
    const timeIsUp = Promise.withResolvers<void>()
    const timer = setTimeout(timeIsUp.resolve, lastExport)
    await Promise.race([provider.shutdown().catch(onError), timeIsUp.promise])
    clearTimeout(timer)
    context.disable()
  }
}
