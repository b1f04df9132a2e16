/** The catalogues `widget.json` of each language, which the server puts around the script. */
declare const widgetTexts: Readonly<Record<string, Readonly<Record<string, string>>>>;
