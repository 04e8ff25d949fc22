import { expect, it } from "vitest";

import { decodeAs, decodeText } from "./decode-text.ts";

/** By what each byte and each pair of bytes stands for; of characters that have several, the first. */
function encode(text: string, encoding: string): Buffer {
  if (encoding === "utf-8") return Buffer.from(text);
  if (encoding.startsWith("utf-16")) {
    const bytes = Buffer.from(text, "utf16le");
    return encoding === "utf-16be" ? bytes.swap16() : bytes;
  }
  const table = tableOf(encoding);
  return Buffer.from(Array.from(text, (letter) => table.get(letter) ?? [0x3f]).flat());
}

function tableOf(encoding: string): Map<string, number[]> {
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, number[]>();
  const add = (...bytes: number[]): void => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if (text.length === 1 && text !== "\uFFFD" && !table.has(text)) table.set(text, bytes);
  };
  for (let first = 0; first < 256; first += 1) add(first);
  for (let first = 0x81; first < 255; first += 1) for (let second = 0x40; second < 255; second += 1) add(first, second);
  return table;
}

const german = "// Prüft die Größe\nconst größe = 1;\n";
const russian = "// Проверяет размер файла\nint x = 1; // Количество записей в таблице\n";
const japanese = "// ファイルのサイズを確認する\nint x = 1; // テーブルの件数\n";
const chinese = "// 检查文件的大小\nint x = 1; // 表中的记录数，返回结果\n";

it.each([
  ["utf-8", german + japanese],
  ["utf-8", ""],
  ["utf-8", "plain\r\ntext"],
  ["windows-1252", german],
  ["windows-1252", "// caf\u00e9\n"],
  ["windows-1252", "/* Añadir niño más allá, ¿qué? Después también: época, índice, rápido */\n"],
  ["windows-1252", "# Tudo está no código, não há exceções; também a função é útil às ações\n"],
  ["windows-1252", "# VÄLJ ÅTGÄRD FÖR HÄNDELSEN, FÖRST NÄR ÄVEN ÖVRIGA ÄR FÄRDIGA\n"],
  ["windows-1252", "“Café” – 5 € … l’été, où ça mène\n"],
  ["windows-1252", "Ä".repeat(80) + "\n"],
  ["windows-1251", russian],
  ["koi8-r", russian],
  ["shift_jis", japanese],
  ["euc-jp", japanese],
  ["gb18030", chinese],
  ["big5", "// 檢查檔案的大小\nint x = 1; // 資料表中的紀錄數\n"],
  ["euc-kr", "// 파일의 크기를 확인한다\nint x = 1; // 테이블의 레코드 수\n"],
])("%s is told from others: %#", (encoding, text) => {
  expect(decodeText(encode(text, encoding))).toEqual({ text, encoding });
});

it("is found in a file that is code for the most part", () => {
  const code = "export const berth = { depth: 4, length: 20 };\n".repeat(2_000);
  expect(decodeText(encode(code + russian, "windows-1251"))).toEqual({
    text: code + russian,
    encoding: "windows-1251",
  });
});

it.each(["utf-16le", "utf-16be"])("%s is known by its mark, which is no part of the text", (encoding) => {
  expect(decodeText(encode(`\uFEFF${german}`, encoding))).toEqual({ text: german, encoding });
});

it.each([
  ["a NUL near the start", Buffer.from("PNG\0\u0001")],
  ["half a character of UTF-16", Buffer.from([0xff, 0xfe, 0x41])],
  ["a NUL in UTF-16", Buffer.from("\uFEFFa\0b", "utf16le")],
])("%s is binary", (_, bytes) => {
  expect(decodeText(bytes)).toBeNull();
});

it("stays UTF-8 where some of it is broken, and shows that", () => {
  const cut = Buffer.concat([Buffer.from(german.repeat(4)), Buffer.from([0xe2, 0x82])]);
  expect(decodeText(cut)).toEqual({ text: `${german.repeat(4)}\uFFFD`, encoding: "utf-8" });
});

it("shows no replacement character for any byte", () => {
  const everyByte = Buffer.from(Array.from({ length: 255 }, (_, at) => at + 1));
  expect(decodeText(everyByte)?.text).toHaveLength(255);
  expect(decodeText(everyByte)?.text).not.toContain("\uFFFD");
});

it("keeps the lines of the bytes, so that line numbers are git's", () => {
  for (const [text, writtenIn] of [
    [japanese.repeat(20), "shift_jis"],
    [chinese.repeat(20), "gb18030"],
  ] as const) {
    const bytes = encode(text, writtenIn);
    const decoded = decodeText(bytes);
    expect(decoded?.text.split("\n")).toHaveLength(bytes.filter((byte) => byte === 10).length + 1);
    const second = bytes.subarray(bytes.indexOf(10) + 1, bytes.indexOf(10, bytes.indexOf(10) + 1));
    expect(decodeAs(second, decoded?.encoding ?? "")).toBe(text.split("\n")[1]);
  }
});
