import { expect, it } from "vitest";
import { showsOthers } from "./shows-others.ts";

it.each([
  "{{ range .Translations }}{{ .Content }}{{ end }}",
  "{{- if .Params.x -}}{{- range .Page.Translations -}}{{- if eq .Lang `en` -}}{{- $scratch.Set `c` .Content -}}{{ end }}{{ end }}{{ end }}",
  '{{ with .GetPage "a" }}{{ if .Title }}{{ .Content }}{{ end }}{{ end }}',
  '{{ with .Site.GetPage "{{" }}<p>{{ .Content }}',
  "{{ with .Page }}{{ range .Pages }}{{ .Content | safeHTML }}{{ end }}{{ end }}",
  "{{ if .A }}{{ else }}{{ with .Parent }}{{ .Content }}{{ end }}{{ end }}",
  "{{ with .A }}{{ else with .Parent }}{{ .Content }}{{ end }}",
  "{{ $page.Content }}",
  '{{ (site.GetPage "a").Content }}',
  "{{ .Parent.Content }}",
])("%s shows the text of another page", (template) => {
  expect(showsOthers(template)).toBe(true);
});

it.each([
  "{{ .Content }}",
  "{{ .Page.Content }}",
  "{{ with .Content }}{{ . }}{{ end }}",
  "{{ range .Pages }}{{ .Title }}{{ end }}{{ .Content }}",
  "{{ range .Pages }}{{ if .Draft }}x{{ end }}{{ end }}{{ if .Title }}{{ .Content }}{{ end }}",
  "{{ range .Pages }}{{ $.Content }}{{ end }}",
  "{{ with .Page }}{{ .Content }}{{ end }}",
  "{{ with .Params.note }}{{ . }}{{ else }}{{ .Content }}{{ end }}",
  '{{ range .Pages }}{{ print "{{ .Content }}" }}{{ end }}'.replace(".Content", ".Text"),
  "{{ end }}{{ end }}{{ .Content }}",
  "{{ .ContentType }}",
])("%s shows the page's own", (template) => {
  expect(showsOthers(template)).toBe(false);
});
