// Characters that control a terminal, end a line, or change the text direction.
const controls = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/** Returns text of the cluster on one line and without characters that control a terminal; they are escaped as in JSON. */
export function oneLine(text: string): string {
  return text.replaceAll(controls, (each) => {
    const plain = JSON.stringify(each).slice(1, -1);
    return plain === each ? `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}` : plain;
  });
}

/** Returns text that is cut to a number of characters. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`;
}
