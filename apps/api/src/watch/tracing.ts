import { setTimeout as sleep } from 'node:timers/promises';
import { type Attributes, type Context, type Link, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import { errorFacts } from './cleaned.ts';
import type { Spans } from './spans.ts';

interface TracingOptions {
  /** Where an OTLP collector takes traces over HTTP, with its path. */
  readonly url: string;
  /** The share of requests that are traced, from 0 to 1. */
  readonly share: number;
  /** As in the log and the numbers. */
  readonly process: string;
}

/**
 * OpenTelemetry (decision 030); this file alone imports it, and is itself imported only when tracing is on. Nothing is registered
 * globally, so that two processes of a test do not share their traces.
 */
export function startTracing({ url, share, process }: TracingOptions): Spans {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'butaca', 'service.instance.id': process }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  const tracer = provider.getTracer('butaca');
  const contexts = new AsyncLocalStorageContextManager().enable();
  const begin = (name: string, kind: SpanKind, attributes: Attributes, parent: Context, links: Link[] = []) =>
    tracer.startSpan(name, { kind, attributes, links }, parent);

  return {
    async run(name, facts, work, { links } = {}) {
      const parent = links ? ROOT_CONTEXT : contexts.active();
      const span = begin(name, SpanKind.INTERNAL, facts, parent, links?.flatMap(linkTo));
      try {
        return await contexts.with(trace.setSpan(parent, span), work);
      } catch (error) {
        failed(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
    request(name, facts) {
      const span = begin(name, SpanKind.SERVER, facts, ROOT_CONTEXT);
      return {
        enter: (inside) => contexts.with(trace.setSpan(ROOT_CONTEXT, span), inside),
        end: (more) => span.setAttributes(more).end(),
      };
    },
    statement() {
      const parent = contexts.active();
      // Heartbeats and what a process does by itself belong to no trace.
      if (!trace.getSpan(parent)) return ignore;
      const span = begin('statement', SpanKind.CLIENT, { 'db.system.name': 'postgresql' }, parent);
      return (text, error) => {
        span.setAttribute('db.query.text', text.replace(/\s+/g, ' ').trim());
        if (error !== undefined) failed(span, error);
        span.end();
      };
    },
    current: () => trace.getSpan(contexts.active()),
    async close() {
      // A collector that is away must not keep a process from leaving.
      await Promise.race([provider.shutdown(), sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]).catch(ignore);
      contexts.disable();
    },
  };
}

const linkTo = (span: unknown): Link[] => (span ? [{ context: (span as Span).spanContext() }] : []);

/** As the log knows it: a driver puts values of people into its messages. */
function failed(span: Span, error: unknown): void {
  const { type, message } = errorFacts(error);
  span.setStatus({ code: SpanStatusCode.ERROR, message }).setAttribute('error.type', type);
}

const CLOSE_WITHIN_MS = 3000;

const ignore = () => {};
